/**
 * Files that are large and that few devices need, by their names without their hashes: the camera's reader, what writes Excel files, and what uploads CSV files.
 * They are not installed with the app. The worker stores each when it is first used; a desk stores what writes Excel files by itself (app/keepLists.ts).
 */
export const KEPT_AT_FIRST_USE = ['codeWorker', 'zxing_reader', 'sheetWorker', 'csvWorker', 'CsvUpload'];
