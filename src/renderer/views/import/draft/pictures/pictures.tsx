import { Button, Group } from '@mantine/core'
import { ImageOff } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ImportDraft, PlannedTokenView } from '#contract/imports/draft-view.ts'
import { tokensAt } from '#renderer/data/import-draft.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { text } from '#renderer/text/en.ts'
import { useDraftStep } from '#renderer/stores/imports.ts'
import { useIssueFilter } from '#renderer/stores/issue-filter.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { Empty } from '#renderer/ui/page.tsx'
import { useWindowHeight } from '#renderer/ui/use-window-size.ts'
import { VirtualGrid } from '#renderer/ui/virtual-grid.tsx'
import ui from '#renderer/ui/parts.module.css'
import { nameOf } from '../../new/dropped.ts'
import { NextStep, StepFoot } from '../step-foot.tsx'
import { isOfFiles } from '../steps.ts'
import styles from './pictures.module.css'
import { BrokenRule, TokenCard } from './token-card.tsx'
import { WalletDialog } from './wallet-dialog.tsx'

const words = text.importing.draft.preview

/** The folder as what it will be: every picture with its name; the metadata on demand. */
export const Pictures = ({ draft }: { readonly draft: ImportDraft }) => {
  const { data: first, error, refetch } = useCall('imports.tokens', tokensAt(draft.id, 0))
  const [shown, setShown] = useState<PlannedTokenView>()
  const isLow = useWindowHeight() !== 'normal'
  const total = first?.total ?? draft.counts.rows
  const indices = useMemo(() => Array.from({ length: total }, (_, index) => index), [total])
  if (error !== null) return <ErrorAlert error={error} onRetry={() => void refetch()} />
  return (
    <>
      {first?.brokenRule ? (
        <BrokenTable rule={first.brokenRule} total={total} />
      ) : (
        <p className={ui['lead']}>
          {isOfFiles(draft) ? words.found(total) : words.listed(total, nameOf(draft.tablePath))}
        </p>
      )}
      {total === 0 ? (
        <Empty icon={<ImageOff size={28} aria-hidden />} title={words.none}>
          {words.noRows}
        </Empty>
      ) : (
        <div className={`${ui['fill']} ${styles['cards']}`}>
          <VirtualGrid
            items={indices}
            itemKey={String}
            label={words.label}
            minWidth={isLow ? 160 : 196}
            captionHeight={86}
            render={(index) => <TokenCard draft={draft} index={index} onDetails={setShown} />}
          />
          {shown !== undefined && (
            <WalletDialog draft={draft} token={shown} onClose={() => setShown(undefined)} />
          )}
        </div>
      )}
      <StepFoot next={<NextStep draft={draft} step="pictures" />} />
    </>
  )
}

/** What keeps every row from becoming a token, said once. */
const BrokenTable = ({ rule, total }: { readonly rule: string; readonly total: number }) => (
  <Group gap="sm" mb="sm">
    <BrokenRule>{words.brokenTable(text.importing.draft.issues.ruleName(rule), total)}</BrokenRule>
    <Button
      size="compact-sm"
      variant="default"
      onClick={() => {
        useIssueFilter.getState().pickRule(rule)
        useDraftStep.getState().go('check')
      }}
    >
      {words.toIssue}
    </Button>
  </Group>
)
