import type { Network } from '#values/networks/networks.ts'
import type { TransactionSummary, TransactionWarning } from '#contract/signing/transactions.ts'

/**
 * What a use case asks of the person for whom it works. A question is made in `app` (ADR 14); the command
 * line and the main process show it. Main adds the rule that the devnet asks nothing
 * (`services/confirm/outside-devnet.ts`).
 */

/** The kinds of questions, a closed list, each with the word that a terminal asks to be typed. */
export const questionWords = {
  connect: 'connect',
  send_keys: 'send keys',
  add_keys: 'mine',
  add_phrase: 'mine',
  show_phrase: 'show',
  sign: 'sign',
  /** With the number of tokens, which are lost for good. */
  burn: 'burn',
  /** Signed before: the same bytes go out once more. */
  send: 'send',
  refund: 'refund',
  retry: 'retry',
  accept: 'accept',
  confirm_royalty: 'royalty',
  mint_royalty: 'royalty',
  keep_royalty: 'create',
  add_address: 'mine',
  confirm_keys: 'mine',
  confirm_wallet: 'mine',
  watch_wallet: 'mine',
  confirm_facts: 'confirm',
  trust_vault: 'trust',
  export_home: 'move',
  import_home: 'replace',
  reactivate_home: 'use here',
  set_aside: 'go on',
  new_chain: 'new chain',
  delete: 'delete',
  change_payout: 'payout',
  send_events: 'send events',
  go_online: 'go online',
} as const
export type QuestionKind = keyof typeof questionWords

/** Transactions as they were decoded from their bytes, with every detail. */
export type SignatureReview = {
  /** What a signing request states of itself. */
  readonly request:
    | {
        readonly title: string
        readonly collectionName: string | undefined
        readonly network: Network
        readonly createdAt: Date
        readonly parameters: { readonly asOf: Date } | undefined
      }
    | undefined
  readonly transactions: readonly {
    readonly summary: TransactionSummary
    readonly warnings: readonly TransactionWarning[]
  }[]
  /** A file whose type says nothing, in words. */
  readonly note?: string | undefined
  /**
   * Hashes of the user's own keys among those that the transactions name; undefined where this computer
   * has no vault.
   */
  readonly ownKeys: ReadonlySet<string> | undefined
}

/** Made from final bytes, from seals, or from what was parsed here: never from a page's words. */
export type Question = {
  readonly kind: QuestionKind
  /** One sentence. */
  readonly question: string
  /** What the decision is made on. */
  readonly lines: readonly string[]
  /** The lines for a box of limited height, where `lines` may not fit: what is left out is counted. */
  readonly brief?: readonly string[]
  /** What `lines` sum up. A terminal shows all of it first; a box has no room for it. */
  readonly review?: SignatureReview
  /** A number that is typed after the word. */
  readonly count?: number
  /** Label of the button for yes: a verb with its object. */
  readonly yes: string
}

export type Asks = {
  /**
   * Called before anything is built.
   * @throws ColdpressError `usage` where nobody can answer
   */
  readonly canConfirm: (kind: QuestionKind) => void
  /** Whether its question is shown; nothing is built for one that is not. */
  readonly shows: (kind: QuestionKind) => boolean
  /** @throws ColdpressError for a no: `declined` in a terminal, `cancelled` in the window */
  readonly confirm: (question: Question) => Promise<void>
}
