/** Folders that the environment names. */
import { accessSync, constants, mkdirSync } from 'node:fs';

/** Makes the folder where it is missing; throws a line that names its variable where nothing can be written there. */
export function makeFolder(variable: string, path: string, mode?: number): void {
  try {
    mkdirSync(path, { recursive: true, ...(mode === undefined ? {} : { mode }) });
    accessSync(path, constants.W_OK);
  } catch (error) {
    throw new Error(
      `${variable} must be a folder that this process can write to, not "${path}" (${(error as Error).message}).`,
    );
  }
}
