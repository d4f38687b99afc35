/** What a studio tells whoever keeps it: for the app's event log, and as a line of its own log. */
export type StudioNotice = {
  readonly level: 'info' | 'warning' | 'error'
  readonly message: string
  readonly details: Readonly<Record<string, string>>
}
