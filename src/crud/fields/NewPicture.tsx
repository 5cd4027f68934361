import { useState } from 'react';
import { NO_IMAGE_TEXT } from '#domain/limits.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import type { Address, CrudList } from '../paths.ts';
import { sendAfterCreate } from './afterCreate.ts';
import { PictureDrop } from './PictureDrop.tsx';

/** The chosen file of a create form, and the form's `done`, which hands it to the page of the new record. */
export function useNewPicture(path: CrudList) {
  const [file, setFile] = useState<File | null>(null);
  const done = (id: string): Address => {
    if (file) sendAfterCreate(id, file);
    return `${path}/${id}/update`;
  };
  return { done, field: { file, onFile: setFile } };
}

interface Props {
  file: File | null;
  onFile: (file: File | null) => void;
}

/** The picture of a record that does not exist yet. The record's own page sends it after the record was created ({@link sendAfterCreate}). */
export function NewPicture({ file, onFile }: Props) {
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <PictureDrop
      word={file ? 'Another image' : 'Choose an image'}
      file={file}
      onFile={onFile}
      problem={problem}
      onProblem={setProblem}
      onBroken={() => {
        setProblem(NO_IMAGE_TEXT);
        onFile(null);
      }}
      buttons={
        file && (
          <Button look="quiet" icon="trash" onClick={() => onFile(null)}>
            Remove
          </Button>
        )
      }
    >
      <Icon name="box" size={36} />
    </PictureDrop>
  );
}
