import { Button, Group } from '@mantine/core'
import { FileImage, ListChecks, PencilLine } from 'lucide-react'
import type { FindingFacts, TableEdit } from '../../../../../shared/calls/imports.ts'
import { useImports } from '../../../../stores/imports.ts'
import { text } from '../../../../text/en.ts'
import styles from './findings.module.css'
import shared from '../../import.module.css'
import { type CellPlace, cellOf, fileCellOf, isAboutColumns } from './finding-acts.ts'

const words = text.importing.draft.findings

/** The chosen finding in full, and all that can be done about it. */
export const FindingDetail = ({
  finding,
  hasFindings,
  hasRow,
  onMend,
  onMendAll,
  onPickFile,
  onEdit,
}: {
  readonly finding: FindingFacts | undefined
  /** There are some to choose from. */
  readonly hasFindings: boolean
  /** Its row is among those of the table. */
  readonly hasRow: boolean
  readonly onMend: (edits: TableEdit[]) => void
  readonly onMendAll: (rule: string) => void
  readonly onPickFile: (place: CellPlace) => void
  readonly onEdit: () => void
}) => {
  const go = useImports((store) => store.go)
  if (finding === undefined)
    return (
      <section className={styles['detail']} aria-label={words.detail}>
        {hasFindings && <div className={shared['soft']}>{words.choose}</div>}
      </section>
    )
  const { mend, rule, message } = finding
  const fileCell = fileCellOf(finding)
  return (
    <section className={styles['detail']} aria-label={words.detail}>
      <div className={styles['detailText']}>{message}</div>
      <Group gap="xs" wrap="nowrap" className={styles['detailActs']}>
        {isAboutColumns(finding) && (
          <Button size="compact-sm" variant="default" onClick={() => go('columns')}>
            {words.toColumns}
          </Button>
        )}
        {fileCell !== undefined && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<FileImage size={14} aria-hidden />}
            onClick={() => onPickFile(fileCell)}
          >
            {words.pickFile}
          </Button>
        )}
        {hasRow && cellOf(finding) !== undefined && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<PencilLine size={14} aria-hidden />}
            onClick={onEdit}
          >
            {words.toCell}
          </Button>
        )}
        {mend !== undefined && (
          <>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<ListChecks size={14} aria-hidden />}
              onClick={() => onMendAll(rule)}
            >
              {words.mendAll}
            </Button>
            <Button
              size="compact-sm"
              className={styles['mend']}
              classNames={{ label: styles['mendLabel'] ?? '' }}
              title={mend.label}
              onClick={() => onMend([mend.edit])}
            >
              {mend.label}
            </Button>
          </>
        )}
      </Group>
    </section>
  )
}
