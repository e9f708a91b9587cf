// Counts what a person presses. Typing, and choosing a file in the dialog of the operating system, are not counted.
import type { FileChooser, Locator, Page } from 'playwright-core';

export class Hand {
  presses = 0;
  readonly page: Page;
  readonly #touch: boolean;

  constructor(page: Page, touch: boolean) {
    this.page = page;
    this.#touch = touch;
  }

  async press(target: Locator): Promise<void> {
    this.presses += 1;
    await (this.#touch ? target.tap() : target.click());
  }

  /** Presses and holds a position. */
  async hold(x: number, y: number): Promise<void> {
    this.presses += 1;
    const session = await this.page.context().newCDPSession(this.page);
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    // The program measures how long the finger rests, and announces what lifting it will do.
    await this.page.getByText(/^Adding pin\./u).waitFor({ state: 'attached' });
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await session.detach();
  }

  /** Presses a button that asks for files, and chooses them. */
  async choose(target: Locator, files: Parameters<FileChooser['setFiles']>[0]): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser');
    await this.press(target);
    await (await chooser).setFiles(files);
  }

  /** Drags a file from another window onto an element. */
  async drop(target: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    this.presses += 1;
    const data = await this.page.evaluateHandle(
      ({ name, mimeType, bytes }) => {
        const transfer = new DataTransfer();
        transfer.items.add(
          new File([Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0))], name, { type: mimeType }),
        );
        return transfer;
      },
      { name: file.name, mimeType: file.mimeType, bytes: file.buffer.toString('base64') },
    );
    for (const event of ['dragenter', 'dragover', 'drop']) await target.dispatchEvent(event, { dataTransfer: data });
  }
}
