import { Box, Button, type ButtonProps, Group } from '@mantine/core'
import type { ComponentPropsWithoutRef } from 'react'
import { importRules, isIssueRule } from '#contract/imports/import-rules.ts'
import type { ImportDraft, IssueView, TableEdit } from '#contract/imports/draft-view.ts'
import { settingsFix } from '#contract/imports/settings-fixes.ts'
import { change } from '#renderer/data/change.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { editDraft, useDraftStep } from '#renderer/stores/imports.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import styles from './check.module.css'
import {
  type IssueCellRef,
  cellOf,
  fileCellOf,
  isAboutColumns,
  shortMessage,
  skippableRow,
} from './issue-cells.ts'
import { isOfFiles } from '../steps.ts'
import { changeImages } from './change-images.ts'
import { IssuePicture } from './issue-picture.tsx'
import { MakePosters } from './make-posters.tsx'
import ui from '#renderer/ui/parts.module.css'
import { useWindowHeight } from '#renderer/ui/use-window-size.ts'

const words = text.importing.draft.issues

const FixButton = (props: ButtonProps & ComponentPropsWithoutRef<'button'>) => (
  <Button size="compact-sm" variant="default" {...props} />
)

/** Fixes the rule's issues in all images, by other settings of the import. */
const SettingsFixButton = ({ rule }: { readonly rule: string }) => {
  const fix = settingsFix(rule)
  if (fix === undefined) return null
  return <FixButton onClick={() => changeImages(rule)}>{fix.label}</FixButton>
}

/** The metadata of a collection can change until its first token. */
const PlaceWorksButton = ({ collectionRef }: { readonly collectionRef: CollectionRef }) => {
  const { data } = useCall('collections.get', collectionRef)
  if (data?.token_count !== 0) return null
  return (
    <FixButton
      onClick={() =>
        void editDraft(({ id: draftId }) =>
          withVault(text.importing.vault.placeWorks, () =>
            change('imports.placeWorks', { draftId }),
          ),
        )
      }
    >
      {words.placeWorks}
    </FixButton>
  )
}

/** The selected issue with all its fixes. */
export const IssueDetail = ({
  draft,
  issue,
  hasIssues,
  explainsRule,
  hasRow,
  onFix,
  onFixAll,
  onPickFile,
  onEdit,
}: {
  readonly draft: ImportDraft
  readonly issue: IssueView | undefined
  /** Whether there are issues to select. */
  readonly hasIssues: boolean
  /** Whether its rule is explained here; the list does where it shows one rule alone. */
  readonly explainsRule: boolean
  /** Whether its row is in the table. */
  readonly hasRow: boolean
  readonly onFix: (edits: TableEdit[]) => void
  readonly onFixAll: (rule: string) => void
  readonly onPickFile: (cellRef: IssueCellRef) => void
  readonly onEdit: () => void
}) => {
  const go = useDraftStep((store) => store.go)
  const isLow = useWindowHeight() !== 'normal'
  if (issue === undefined)
    return (
      <section className={styles['detail']} aria-label={words.detail}>
        {hasIssues && <div className={ui['soft']}>{words.choose}</div>}
      </section>
    )
  const { fix, rule, message, video } = issue
  const row = skippableRow(issue)
  const fileCell = fileCellOf(issue)
  const isMany = draft.rules.some((group) => group.rule === rule && group.count > 1)
  return (
    <section className={styles['detail']} aria-label={words.detail}>
      <IssuePicture key={`${issue.row} ${issue.value}`} draft={draft} issue={issue} isLarge />
      <div className={styles['detailText']} tabIndex={0} role="group" aria-label={words.detail}>
        {isOfFiles(draft) ? shortMessage(issue) : message}
        {/* A low window has no room for it; the list explains a rule that is shown alone. */}
        {explainsRule && !isLow && isIssueRule(rule) && (
          <Box component="span" display="block" className={ui['small']}>
            {fix === undefined && `${words.advice} ${importRules[rule].advice} `}
            {words.source} {importRules[rule].source}
          </Box>
        )}
      </div>
      <Group gap="xs">
        {/* Removing the row is what skipping it does. */}
        {fix !== undefined && fix.kind !== 'remove_row' && (
          <FixButton
            variant="filled"
            flex="none"
            maw="13rem"
            classNames={{ label: styles['fixLabel'] ?? '' }}
            title={fix.label}
            onClick={() => onFix([fix.edit])}
          >
            {fix.label}
          </FixButton>
        )}
        {fix !== undefined && isMany && (
          <FixButton onClick={() => onFixAll(rule)}>{words.fixAll}</FixButton>
        )}
        {rule === 'no_files_template' && (
          <PlaceWorksButton
            collectionRef={{ accountId: draft.accountId, collectionId: draft.collectionId }}
          />
        )}
        <SettingsFixButton rule={rule} />
        {video !== undefined && <MakePosters />}
        {isAboutColumns(issue) && (
          <FixButton onClick={() => go('details')}>{words.toColumns}</FixButton>
        )}
        {fileCell !== undefined && (
          <FixButton onClick={() => onPickFile(fileCell)}>{words.pickFile}</FixButton>
        )}
        {hasRow && row !== undefined && (
          <FixButton onClick={() => onFix([{ kind: 'remove_row', row }])}>
            {words.skipRow}
          </FixButton>
        )}
        {hasRow && cellOf(issue) !== undefined && !(isOfFiles(draft) && fileCell !== undefined) && (
          <FixButton onClick={onEdit}>{words.toCell}</FixButton>
        )}
      </Group>
    </section>
  )
}
