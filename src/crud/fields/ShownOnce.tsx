import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { toast } from '#ui/feedback/toasts.ts';

interface Props {
  title: string;
  /** Where the secret belongs, in one or two sentences. */
  description: string;
  /** The accessible name of the secret. */
  label: string;
  secret: string;
  onClose: () => void;
}

/** Shows a secret that the server sends only once, with a button that copies it. */
export function ShownOnce({ title, description, label, secret, onClose }: Props) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      toast('good', 'Secret copied.');
    } catch {
      toast('bad', 'The browser did not allow copying. Select the secret and copy it yourself.');
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      actions={
        <>
          <Button icon="copy" onClick={() => void copy()}>
            Copy
          </Button>
          <Button look="primary" onClick={onClose}>
            I have saved it
          </Button>
        </>
      }
    >
      <output
        aria-label={label}
        className="block select-all rounded-card bg-surface-sunken p-4 font-mono text-sm [overflow-wrap:anywhere]"
      >
        {secret}
      </output>
    </Dialog>
  );
}
