import { Component } from 'react';

/**
 * Removes the focus from the old screen just before React replaces the screen. If a focused element is removed, the browser lays out the whole page with
 * the old screen, which was a third of the work of a click that opens a form. React restores the focus of elements that stay.
 */
export class FocusOfOldScreen extends Component<{ shown: string | undefined }> {
  override getSnapshotBeforeUpdate(before: Readonly<{ shown: string | undefined }>): null {
    const { activeElement } = document;
    if (
      before.shown !== this.props.shown &&
      activeElement instanceof HTMLElement &&
      activeElement.closest('#screen > *')
    )
      activeElement.blur();
    return null;
  }

  // React demands this method beside `getSnapshotBeforeUpdate`.
  override componentDidUpdate(): void {}

  override render(): null {
    return null;
  }
}
