/** A studio's notice to its host: an entry for the app's log, and a line in its own. */
export type StudioNotice = {
  /** Of the log's entry; default: `signing`. */
  readonly kind?: 'signing' | 'connection' | undefined
  readonly level: 'info' | 'warning' | 'error'
  readonly message: string
  readonly details: Readonly<Record<string, string>>
}
