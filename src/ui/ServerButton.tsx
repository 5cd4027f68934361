/** Controls whose press writes on the server. Without the server they stay in their place, look pale and say why; with it they work again by themselves. */
import type { ComponentProps, MouseEvent } from 'react';
import { contactWords } from '#domain/contactWords.ts';
import { Button, IconButton } from './Button.tsx';
import { classes } from './classes.ts';
import { toast } from './feedback/toasts.ts';
import { SwitchField } from './fields/Field.tsx';
import { useAway } from './hooks/useAway.ts';

/** Says why an act does nothing while the server does not answer. */
export const sayNeedsConnection = () => toast('connection', contactWords.needsConnection);

/** The press of a control without the server: it says why, and submits and opens nothing. A line beside the button that says so is enough. */
const refusePress = (event: MouseEvent) => {
  event.preventDefault();
  const place = event.currentTarget.closest('[data-panel], form, header');
  if (!place?.querySelector('[data-away]')) sayNeedsConnection();
};

/**
 * What a control that needs the server has without it, otherwise null. `aria-disabled` and not `disabled`: the control keeps the focus, and a press is
 * answered.
 */
export function useNoServer() {
  return useAway()
    ? ({
        'aria-disabled': true,
        title: contactWords.needsConnection,
        onClick: refusePress,
      } as const)
    : null;
}

/** Without the server it does not matter what else the button lacks. */
const NOT_YET = { disabled: false, waits: false } as const;

/** A button that writes, or that opens a dialog whose only end is a write. */
export function ServerButton(props: ComponentProps<typeof Button>) {
  const noServer = useNoServer();
  return <Button {...props} {...(noServer && { ...noServer, ...NOT_YET })} away={noServer !== null} />;
}

/** The same, as an icon. */
export function ServerIcon(props: ComponentProps<typeof IconButton>) {
  const noServer = useNoServer();
  return <IconButton {...props} {...(noServer && { ...noServer, disabled: false })} />;
}

/** The same, as a row of a menu. */
export function ServerItem({ className, ...props }: ComponentProps<'button'>) {
  const noServer = useNoServer();
  return (
    <button
      type="button"
      {...props}
      {...(noServer && { ...noServer, disabled: false })}
      className={classes(className, 'aria-disabled:cursor-not-allowed aria-disabled:opacity-50')}
    />
  );
}

/** The same, as a switch. */
export function ServerSwitch(props: ComponentProps<typeof SwitchField>) {
  const isAway = useAway();
  return <SwitchField {...props} {...(isAway && { away: true, disabled: false, onChange: sayNeedsConnection })} />;
}
