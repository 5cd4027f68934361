import type { RowOf } from '#contract/model.ts';
import { config } from '#contract/settings/config.ts';
import { useCommand } from '#crud/command/useCommand.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { kitTexts } from '#ui/texts.ts';
import { nameOf, withSettingName } from './knownSettings.ts';

/** Asks the documents' question before deleting (CFG-05). Its text says that deleting is final, so there is no Undo (K29). */
export function RemoveSetting({ row, onClose }: { row: RowOf<typeof config>; onClose: () => void }) {
  const { busy, sendRow: writeRow } = useCommand();
  const { key } = row;
  const remove = async () => {
    const body = { _id: row._id, base_version: row.version };
    if (await writeRow(config, 'delete', body, withSettingName(key, `${key} has been deleted.`))) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Delete ${nameOf(key)}?`}
      description={kitTexts.cannotUndo}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <ServerButton look="danger" icon="trash" busy={busy} onClick={() => void remove()}>
            Delete
          </ServerButton>
        </>
      }
    >
      <p className="text-sm text-ink-faint [overflow-wrap:anywhere]">{key}</p>
    </Dialog>
  );
}
