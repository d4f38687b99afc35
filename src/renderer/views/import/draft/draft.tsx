import { Flex, Loader, Tooltip } from '@mantine/core'
import { Trash2, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ImportDraft } from '#contract/imports/draft-view.ts'
import { change } from '#renderer/data/change.ts'
import { useIsDraftChanging } from '#renderer/data/import-draft.ts'
import {
  type DraftStep,
  editDraft,
  requestDiscard,
  useDraftStep,
} from '#renderer/stores/imports.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { CutText } from '#renderer/ui/text-parts.tsx'
import { text } from '#renderer/text/en.ts'
import { Page } from '#renderer/ui/page.tsx'
import { CollectionLink } from '../../collections/collection-link.tsx'
import { nameOf } from '../new/dropped.ts'
import styles from './draft.module.css'
import { Check } from './check/check.tsx'
import { Changes, Cost } from './cost.tsx'
import { Details } from './details/details.tsx'
import { ImageCheckPanel } from './image-check.tsx'
import { Pictures } from './pictures/pictures.tsx'
import { StepBar } from './step-bar.tsx'
import { stepName } from './steps.ts'
import ui from '#renderer/ui/parts.module.css'
import { IconButton } from '#renderer/ui/icon-button.tsx'

const words = text.importing.draft

/** A draft: one page whose steps can be visited in any order. */
export const DraftPage = ({ draft }: { readonly draft: ImportDraft }) => {
  const { step, go } = useDraftStep()
  return (
    <Page
      from={<CollectionLink collectionRef={draft} />}
      title={<CutText>{titleOf(draft)}</CutText>}
      lead={
        draft.purpose === 'change' ? (
          words.change.lead(draft.counts.rows)
        ) : draft.tablePath === draft.folder ? (
          <CutText full={draft.folder}>{draft.folder}</CutText>
        ) : (
          <CutText full={`${draft.tablePath} · ${draft.folder}`}>
            {words.lead(nameOf(draft.tablePath), draft.folder)}
          </CutText>
        )
      }
      actions={<DraftActions draft={draft} />}
      fixed
    >
      <StepBar draft={draft} step={step} onGo={go} />
      <section className={ui['fill']} aria-label={stepName(step, draft)}>
        {stepOf(step, draft)}
      </section>
    </Page>
  )
}

const titleOf = ({ purpose, collectionName }: ImportDraft): string =>
  (purpose === 'change' ? words.change : words).title(collectionName)

const stepOf = (step: DraftStep, draft: ImportDraft): ReactNode => {
  switch (step) {
    case 'pictures':
      return <Pictures draft={draft} />
    case 'details':
      return <Details draft={draft} />
    case 'check':
      return <Check draft={draft} />
    case 'cost':
      return draft.purpose === 'change' ? <Changes draft={draft} /> : <Cost draft={draft} />
    default:
      return step satisfies never
  }
}

const DraftActions = ({ draft }: { readonly draft: ImportDraft }) => {
  const isBusy = useIsDraftChanging()
  const undo = () => editDraft(({ id: draftId }) => change('imports.undo', { draftId }))
  return (
    <>
      <div className={styles['acts']}>
        <div className={`${ui['soft']} ${ui['number']}`}>
          {!isBusy && draft.purpose === 'add' && <ImageCheckPanel draftId={draft.id} />}
          <span role="status" className={ui['mark']}>
            {isBusy && (
              <>
                <Loader size="xs" aria-hidden />
                {words.working}
              </>
            )}
          </span>
        </div>
        <Flex gap="xs">
          <Tooltip label={draft.edits === 0 ? words.nothingToUndo : words.undoHint}>
            <IconButton
              icon={Undo2}
              aria-disabled={draft.edits === 0}
              {...(draft.edits === 0 ? { 'data-disabled': true } : {})}
              onClick={() => {
                if (draft.edits > 0) void undo()
              }}
            >
              {draft.edits === 0 ? words.undo : words.undoOf(draft.edits)}
            </IconButton>
          </Tooltip>
          <IconButton icon={Trash2} onClick={() => void attempt(() => requestDiscard(draft))}>
            {words.discard}
          </IconButton>
        </Flex>
      </div>
    </>
  )
}
