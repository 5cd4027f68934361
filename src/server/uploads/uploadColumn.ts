import { sql } from 'kysely';

/** The `upload {path}` of an answer row whose table `m` has an upload_id (section 3); null when nothing stands under it. */
export const uploadColumn = sql`(select json_build_object('path', picture.path) from upload picture where picture._id = m.upload_id)`;
