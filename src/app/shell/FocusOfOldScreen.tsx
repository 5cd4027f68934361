import { Component } from 'react';

/**
 * Takes the focus off the old screen just before React exchanges it for another one. The browser lays the whole page out, old screen included, when a focused
 * element is removed: that was a third of the work of a click that opens a form. What stays in the page gets its focus back from React.
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

  // React asks for this one wherever the one above stands.
  override componentDidUpdate(): void {}

  override render(): null {
    return null;
  }
}
