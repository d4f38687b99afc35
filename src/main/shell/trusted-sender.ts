import { isOwn } from './origin.ts'

/** What is asked of whoever calls; Electron's own types fit. */
type Sender<Contents> = {
  readonly sender: Contents
  readonly senderFrame: { readonly url: string } | null
}

/** Only the main frame of the one window, and only while the app's own page is in it. */
export const isTrusted = <Contents extends { readonly mainFrame: unknown }>(
  { sender, senderFrame }: Sender<Contents>,
  window: Contents | undefined,
): boolean =>
  sender === window &&
  senderFrame !== null &&
  senderFrame === sender.mainFrame &&
  isOwn(senderFrame.url)
