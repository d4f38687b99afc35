import { cutMiddle } from '#values/text/format.ts'
import styles from './ui.module.css'

/** An address, or a hash with or without the index of an output. */
export const longId = /\b((?:addr|stake)(?:_test)?1[0-9a-z]{20,}|[0-9a-f]{40,})\b/u

/** A sentence whose addresses and hashes are cut in the middle; each is whole in its tooltip. */
export const ShortIds = ({ children }: { readonly children: string }) =>
  children.split(longId).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // A sentence has its parts in the same order at each render.
      // oxlint-disable-next-line react/no-array-index-key
      <span key={at} className={styles['mono']} style={{ whiteSpace: 'nowrap' }} title={part}>
        {cutMiddle(part)}
      </span>
    ),
  )
