/** What a place for pictures can do, whether it is a folder or a bucket. */
export interface FileStore {
  put(name: string, bytes: Buffer, mime: string): Promise<void>;
  /** null: there is no such file. */
  get(name: string): Promise<Buffer | null>;
  /** Twice is no error. */
  remove(name: string): Promise<void>;
}
