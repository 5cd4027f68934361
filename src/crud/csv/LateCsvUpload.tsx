import { Card } from '#ui/Card.tsx';
import { lazyPart } from '../lazyPart.tsx';
import { NotStored } from '../query/Saved.tsx';
import type { CsvUploadProps } from './CsvUpload.tsx';

const Part = lazyPart(
  () => import('./CsvUpload.tsx'),
  'CsvUpload',
  () => (
    <Card padded={false}>
      <NotStored what="What reads the file" />
    </Card>
  ),
);
// A screen that uploads files imports this one, so both files are on their way together.
void Part.preload();

/** {@link CsvUpload}, whose file is stored at its first use: without a server no row can be saved (decision 1410). */
export function LateCsvUpload<Name extends string, T>(props: CsvUploadProps<Name, T>) {
  // A part that is loaded later cannot be generic; its properties are of one row type, which the caller's are checked for here.
  return <Part {...(props as unknown as CsvUploadProps<string, unknown>)} />;
}
