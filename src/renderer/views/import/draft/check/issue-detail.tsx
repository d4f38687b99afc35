import { Box, Button, Group } from '@mantine/core'
import { FileImage, FilePlus2, ImageUp, ListChecks, ListX, PencilLine } from 'lucide-react'
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
import { IconButton } from '#renderer/ui/icon-button.tsx'

const words = text.importing.draft.issues

/** Fixes the rule's issues in all images, by other settings of the import. */
const SettingsFixButton = ({ rule }: { readonly rule: string }) => {
  const fix = settingsFix(rule)
  if (fix === undefined) return null
  return (
    <IconButton size="compact-sm" icon={ImageUp} iconSize={14} onClick={() => changeImages(rule)}>
      {fix.label}
    </IconButton>
  )
}

/** The metadata of a collection can change until its first token. */
const PlaceWorksButton = ({ collectionRef }: { readonly collectionRef: CollectionRef }) => {
  const { data } = useCall('collections.get', collectionRef)
  if (data?.token_count !== 0) return null
  return (
    <IconButton
      size="compact-sm"
      icon={FilePlus2}
      iconSize={14}
      onClick={() =>
        void editDraft(({ id: draftId }) =>
          withVault(text.importing.vault.placeWorks, () =>
            change('imports.placeWorks', { draftId }),
          ),
        )
      }
    >
      {words.placeWorks}
    </IconButton>
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
        {explainsRule && isIssueRule(rule) && (
          <Box component="span" display="block" className={ui['small']}>
            {fix === undefined && `${words.advice} ${importRules[rule].advice} `}
            {words.source} {importRules[rule].source}
          </Box>
        )}
      </div>
      <Group gap="xs">
        {rule === 'no_files_template' && (
          <PlaceWorksButton
            collectionRef={{ accountId: draft.accountId, collectionId: draft.collectionId }}
          />
        )}
        <SettingsFixButton rule={rule} />
        {video !== undefined && <MakePosters />}
        {isAboutColumns(issue) && (
          <Button size="compact-sm" variant="default" onClick={() => go('details')}>
            {words.toColumns}
          </Button>
        )}
        {fileCell !== undefined && (
          <IconButton
            size="compact-sm"
            icon={FileImage}
            iconSize={14}
            onClick={() => onPickFile(fileCell)}
          >
            {words.pickFile}
          </IconButton>
        )}
        {hasRow && row !== undefined && (
          <IconButton
            size="compact-sm"
            icon={ListX}
            iconSize={14}
            onClick={() => onFix([{ kind: 'remove_row', row }])}
          >
            {words.skipRow}
          </IconButton>
        )}
        {hasRow && cellOf(issue) !== undefined && !(isOfFiles(draft) && fileCell !== undefined) && (
          <IconButton size="compact-sm" icon={PencilLine} iconSize={14} onClick={onEdit}>
            {words.toCell}
          </IconButton>
        )}
        {fix !== undefined && (
          <>
            {isMany && (
              <IconButton
                size="compact-sm"
                icon={ListChecks}
                iconSize={14}
                onClick={() => onFixAll(rule)}
              >
                {words.fixAll}
              </IconButton>
            )}
            {/* Removing the row is what skipping it does. */}
            {fix.kind !== 'remove_row' && (
              <Button
                size="compact-sm"
                flex="none"
                maw="13rem"
                classNames={{ label: styles['fixLabel'] ?? '' }}
                title={fix.label}
                onClick={() => onFix([fix.edit])}
              >
                {fix.label}
              </Button>
            )}
          </>
        )}
      </Group>
    </section>
  )
}
