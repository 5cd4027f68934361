import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '#client/reads/queries.ts';
import { tagsOfProduct } from '#contract/catalogue/productCalls.ts';
import { productTag } from '#contract/catalogue/productTag.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { type ChangedField, ConflictDialog } from '#crud/conflict/ConflictDialog.tsx';
import { useRowSnapshot } from '#crud/conflict/useRowSnapshot.tsx';
import { changedBy, fieldDifferences, textsOf } from '#crud/form/formValues.ts';
import { useForm } from '#crud/form/useForm.ts';
import { QueryBoundary } from '#crud/query/QueryBoundary.tsx';
import { PRODUCT_TAGS } from '#domain/choices.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { DialogForm } from '#ui/dialogs/DialogForm.tsx';
import { Badge } from '#ui/feedback/Badge.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { SelectField, TextField } from '#ui/fields/Field.tsx';
import { ServerButton, ServerIcon } from '#ui/ServerButton.tsx';
import { kitTexts } from '#ui/texts.ts';
import { whenReady } from '#ui/whenReady.ts';

export const PRODUCT_TAG_LABEL: Readonly<Record<string, string>> = {
  LOWER_UNIT: 'Lower unit',
  HIGHER_UNIT: 'Higher unit',
  MARKUP: 'Markup (%)',
  CLASS: 'Class',
};

const NAMES = ['tag', 'value'];

interface Tag extends ChangedField {
  _id: string;
  tag: string;
  value: string;
  version: number;
}

/** The tags of a product, each kind once (PROD-22, PROD-23). */
export function Tags({ productId }: { productId: string }) {
  const query = useQuery(queryFor(tagsOfProduct, { product_id: productId }));
  const [editing, setEditing] = useState<Tag | 'new' | null>(null);
  const [removing, setRemoving] = useState<Tag | null>(null);
  const tags: Tag[] = query.data?.data ?? [];
  const free = PRODUCT_TAGS.filter((kind) => !tags.some((tag) => tag.tag === kind));
  return (
    <Card padded={false} label="Tags">
      <div className="flex flex-wrap items-center justify-between gap-3 border-b px-5 py-3">
        <h2 className="text-base font-semibold">Tags</h2>
        <ServerButton
          icon="plus"
          disabled={!query.data}
          {...whenReady(free.length === 0 && 'This product has every tag.', () => setEditing('new'))}
        >
          Add tag
        </ServerButton>
      </div>
      <QueryBoundary
        query={query}
        rows={2}
        empty={<p className="px-5 py-8 text-center text-ink-soft">No product tags found for this product.</p>}
      >
        {() => (
          <ul className="divide-y">
            {tags.map((tag) => (
              <li key={tag._id} className="flex items-center gap-3 py-1 pl-5 pr-3">
                <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
                  <Badge>{PRODUCT_TAG_LABEL[tag.tag] ?? tag.tag}</Badge>
                  <span className="min-w-0 truncate font-semibold" title={tag.value}>
                    {tag.value}
                  </span>
                </span>
                <ServerIcon icon="edit" label={`Edit ${PRODUCT_TAG_LABEL[tag.tag]}`} onClick={() => setEditing(tag)} />
                <ServerIcon
                  icon="trash"
                  label={`Delete ${PRODUCT_TAG_LABEL[tag.tag]}`}
                  onClick={() => setRemoving(tag)}
                />
              </li>
            ))}
          </ul>
        )}
      </QueryBoundary>
      {editing && (
        <TagDialog
          tag={editing === 'new' ? null : editing}
          productId={productId}
          kinds={editing === 'new' ? free : PRODUCT_TAGS.filter((kind) => kind === editing.tag || free.includes(kind))}
          onClose={() => setEditing(null)}
        />
      )}
      {removing && <RemoveDialog tag={removing} onClose={() => setRemoving(null)} />}
    </Card>
  );
}

interface TagProps {
  tag: Tag | null;
  productId: string;
  kinds: readonly string[];
  onClose: () => void;
}

function TagDialog({ tag: live, productId, kinds, onClose }: TagProps) {
  const { row: tag, conflict, setConflict } = useRowSnapshot(live);
  const { busy, sendRow: writeRow } = useCommand();
  const form = useForm(productTag.fields, { tag: tag?.tag ?? kinds[0] ?? '', value: tag?.value ?? '' });
  const save = async (version = tag?.version) => {
    const mine = tag ? changedBy(form.values, textsOf(tag, NAMES)) : form.values;
    const body = { ...(tag ? { _id: tag._id, base_version: version } : { product_id: productId }), ...mine };
    const success = `Product tag successfully ${tag ? 'updated' : 'created'}.`;
    const on = { conflict: setConflict, fields: form.refuse };
    if (await writeRow(productTag, tag ? 'update' : 'create', body, success, on)) onClose();
  };
  return (
    <DialogForm
      onClose={onClose}
      title={tag ? 'Edit tag' : 'Add tag'}
      save={tag ? 'Update' : 'Add'}
      ready={form.changed && form.valid}
      busy={busy}
      onSave={() => save()}
    >
      <SelectField
        label="Tag"
        options={kinds.map((kind) => ({ value: kind, label: PRODUCT_TAG_LABEL[kind] ?? kind }))}
        {...form.field('tag')}
      />
      <TextField label="Value" hint={hintOf(form.values.tag)} autoComplete="off" {...form.field('value')} />
      {tag && conflict && (
        <ConflictDialog
          message={conflict.message}
          theirs={conflict.current}
          differences={fieldDifferences(
            productTag,
            form.values,
            textsOf(tag, NAMES),
            textsOf(conflict.current, NAMES),
            (field, value) => (field === 'tag' ? PRODUCT_TAG_LABEL[value] : undefined),
          )}
          busy={busy}
          onMine={() => {
            setConflict(null);
            void save(conflict.current.version);
          }}
          onTheirs={onClose}
          onClose={() => setConflict(null)}
        />
      )}
    </DialogForm>
  );
}

/** What each kind of tag holds (B8.9). */
function hintOf(kind: string | undefined): string {
  if (kind === 'MARKUP') return 'A percentage, for example 7.5';
  return kind === 'CLASS' ? 'Any text.' : 'The word for the unit, for example Sachet';
}

function RemoveDialog({ tag, onClose }: { tag: Tag; onClose: () => void }) {
  const { busy, sendRow: writeRow } = useCommand();
  const remove = async () => {
    const body = { _id: tag._id, base_version: tag.version };
    const isDeleted = await writeRow(productTag, 'delete', body, 'Product tag successfully deleted.', {
      // The tag changed or is gone. The dialog closes, and the list shows the current state.
      conflict: ({ message }) => {
        toast('bad', message);
        onClose();
      },
    });
    if (isDeleted) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Delete ${PRODUCT_TAG_LABEL[tag.tag]}: ${tag.value}?`}
      description={kitTexts.cannotUndo}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <ServerButton look="danger" busy={busy} onClick={() => void remove()}>
            Delete
          </ServerButton>
        </>
      }
    />
  );
}
