import { sql } from 'kysely';

/** The column `upload {path}` of a row whose table `m` has an upload_id (API.md section 3). Null when there is no such upload. */
export const uploadColumn = sql`(select json_build_object('path', picture.path) from upload picture where picture._id = m.upload_id)`;
