import { ActionIcon, Group } from '@mantine/core'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ImportDraft, PlannedTokenView } from '#contract/imports/draft-view.ts'
import { walletContentOf } from '#contract/tokens/wallet-content.ts'
import { pageAt, pageSize } from '#renderer/data/import-draft.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { text } from '#renderer/text/en.ts'
import ui from '#renderer/ui/parts.module.css'
import { Ada, CutText } from '#renderer/ui/text-parts.tsx'
import { useWindowHeight } from '#renderer/ui/use-window-size.ts'
import { BrokenRule, TokenPicture } from '../pictures/token-card.tsx'
import styles from './details.module.css'

const words = text.importing.draft.columns.examples

const shownExamples = 3
const shownTraits = 4

/** Three tokens as they will be, with every change at once. */
export const Examples = ({
  draft,
  first,
  onShow,
}: {
  readonly draft: ImportDraft
  /** The place of the first of them among the rows. */
  readonly first: number
  readonly onShow: (first: number) => void
}) => {
  const { rows } = draft.counts
  const { data } = useCall('imports.tokens', pageAt(draft.id, first))
  const at = first % pageSize
  return (
    <aside className={styles['examples']} aria-label={words.label}>
      <Group justify="space-between">
        <h2 className={ui['title']}>{words.label}</h2>
        <Group gap="xs">
          <ActionIcon
            variant="default"
            aria-label={words.previous}
            disabled={first === 0}
            onClick={() => onShow(Math.max(0, first - shownExamples))}
          >
            <ChevronLeft size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="default"
            aria-label={words.next}
            disabled={first + shownExamples >= rows}
            onClick={() => onShow(first + shownExamples)}
          >
            <ChevronRight size={16} aria-hidden />
          </ActionIcon>
        </Group>
      </Group>
      {data?.tokens.slice(at, at + shownExamples).map((token) => (
        <Example key={token.row} draft={draft} token={token} />
      ))}
    </aside>
  )
}

const Example = ({
  draft,
  token,
}: {
  readonly draft: ImportDraft
  readonly token: PlannedTokenView
}) => {
  const { description, traits } = walletContentOf(token)
  const isLow = useWindowHeight() !== 'normal'
  return (
    <article className={styles['example']} aria-label={words.of(token.row)}>
      <TokenPicture draft={draft} token={token} />
      <div className={ui['breakable']}>
        <CutText>{token.name || words.noName}</CutText>
        <div className={ui['soft']}>
          <CutText>{token.assetName || words.noAssetName}</CutText>
        </div>
        {token.price !== null && <Ada lovelace={token.price} />}
        {description !== undefined && !isLow && (
          <div className={ui['small']}>
            <CutText>{description}</CutText>
          </div>
        )}
        {traits.slice(0, isLow ? 1 : shownTraits).map(({ name, value }) => (
          <div key={name} className={ui['small']}>
            <CutText>{`${name}: ${value}`}</CutText>
          </div>
        ))}
        {token.brokenRule !== null && (
          <BrokenRule>{text.importing.draft.issues.ruleName(token.brokenRule)}</BrokenRule>
        )}
      </div>
    </article>
  )
}
