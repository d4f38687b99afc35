import { Button, Menu, SegmentedControl } from '@mantine/core'
import { ChevronDown, RefreshCw, Save } from 'lucide-react'
import type { ImportDraft } from '#contract/imports/draft-view.ts'
import { call } from '#renderer/bridge.ts'
import { change } from '#renderer/data/change.ts'
import { editDraft } from '#renderer/stores/imports.ts'
import { attempt, useNotices } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import styles from './issues.module.css'
import { useIssueFilter } from '#renderer/stores/issue-filter.ts'
import ui from '#renderer/ui/parts.module.css'
import { DraftNextStep } from '../next-step.tsx'
import { SearchField } from '#renderer/ui/search-field.tsx'

const words = text.importing.draft.issues

/** Which issues are shown, and what is done with all of them. */
export const IssueToolbar = ({ draft }: { readonly draft: ImportDraft }) => {
  const { severity, search, show, find } = useIssueFilter()
  const { errors, warnings, issues } = draft.counts
  const save = async (write: () => Promise<string | null>) => {
    const path = await attempt(write)
    if (path !== undefined && path !== null) useNotices.getState().notify('good', words.saved(path))
  }
  const saveReport = (kind: 'html' | 'csv') =>
    void save(() => call('imports.saveReport', { draftId: draft.id, kind }))
  const again = () =>
    void editDraft(({ id: draftId, settings, pinner }) =>
      change('imports.replan', { draftId, settings, pinner }),
    )
  return (
    <div className={ui['row']}>
      <SegmentedControl
        className={styles['toolbarFixed']}
        aria-label={words.filter}
        size="xs"
        data={[
          { value: 'all', label: words.all(issues) },
          { value: 'error', label: words.errors(errors) },
          { value: 'warning', label: words.warnings(warnings) },
          { value: 'info', label: words.infos(issues - errors - warnings) },
        ]}
        value={severity ?? 'all'}
        onChange={(value) => show(value === 'all' ? null : value)}
      />
      <SearchField
        className={styles['toolbarSearch']}
        size="xs"
        aria-label={words.search}
        placeholder={text.common.search}
        iconSize={14}
        value={search}
        onChange={(event) => find(event.currentTarget.value)}
      />
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            className={styles['toolbarFixed']}
            size="xs"
            variant="default"
            rightSection={<ChevronDown size={14} aria-hidden />}
          >
            {text.common.more}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<RefreshCw size={14} aria-hidden />} onClick={again}>
            {words.again}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            leftSection={<Save size={14} aria-hidden />}
            onClick={() => saveReport('html')}
          >
            {words.saveReport}
          </Menu.Item>
          <Menu.Item leftSection={<Save size={14} aria-hidden />} onClick={() => saveReport('csv')}>
            {words.saveCsv}
          </Menu.Item>
          <Menu.Item
            leftSection={<Save size={14} aria-hidden />}
            onClick={() => void save(() => call('imports.saveTable', { draftId: draft.id }))}
          >
            {words.saveTable}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {hasOnlyNotes(draft.counts) && <DraftNextStep step="issues" size="xs" />}
    </div>
  )
}

/** Nothing is left to fix, but the list is not empty: the next step is offered beside it. */
export const hasOnlyNotes = ({
  errors,
  warnings,
  issues,
}: Pick<ImportDraft['counts'], 'errors' | 'warnings' | 'issues'>): boolean =>
  issues > 0 && errors === 0 && warnings === 0
