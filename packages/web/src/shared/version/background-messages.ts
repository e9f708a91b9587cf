// The messages between pages and the service worker about changes that wait for the network.

/** The tags by which the browser identifies the requests: automatic, or made by the user. */
export type SyncTag = 'offlineSync' | 'manualOfflineSync';

/** What the worker shows where no page is open that could send the changes. */
export type BackgroundNotice = { title: string; body: string; lang: string };
/** From a page to the worker: to be shown later. */
export type NoticeMessage = { backgroundNotice: BackgroundNotice };
/** From the worker to a page, with a port for the answer: whether everything has been sent. */
export type SendMessage = { sendChanges: SyncTag };
