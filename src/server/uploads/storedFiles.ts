/** The interface of a picture store, implemented by a folder and by a bucket. */
export interface FileStore {
  put(name: string, bytes: Buffer, mime: string): Promise<void>;
  /** Null when there is no such file. */
  get(name: string): Promise<Buffer | null>;
  /** Removing a missing file is no error. */
  remove(name: string): Promise<void>;
}
