/**
 * Files that few devices need, by their names without hashes: the camera's code reader, the code that writes Excel files, the code that uploads CSV files, and
 * screens that do nothing without the server: notifications, webhooks, bank credits, settings and the reset of a password. They are not installed with the app. The worker stores each at its
 * first use. A desktop stores the code for Excel files without a use (app/keepLists.ts).
 */
export const KEPT_AT_FIRST_USE = [
  'codeWorker',
  'zxing_reader',
  'sheetWorker',
  'csvWorker',
  'CsvUpload',
  'notificationWizard',
  'webhooks',
  'bankCredits',
  'configWizard',
  'resetPassword',
];
