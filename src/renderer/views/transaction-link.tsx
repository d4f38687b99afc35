import { ExternalLink } from 'lucide-react'
import { copy } from '#renderer/stores/copy.ts'
import { text } from '#renderer/text/en.ts'
import { Hash } from '#renderer/ui/text-parts.tsx'
import ui from '#renderer/ui/parts.module.css'

/** A transaction with its page in a block explorer, where it has one. */
export const TransactionLink = ({
  txId,
  page,
  label,
}: {
  readonly txId: string
  readonly page: string | null
  /** Which of several transactions it is, for a screen reader. */
  readonly label?: string
}) => (
  <span className={ui['inline']}>
    <Hash value={txId} what={text.common.transaction} onCopy={copy} />
    {page !== null && (
      <a className={ui['link']} href={page} target="_blank" rel="noreferrer" aria-label={label}>
        {text.common.showInExplorer}
        <ExternalLink size={14} aria-hidden />
      </a>
    )}
  </span>
)
