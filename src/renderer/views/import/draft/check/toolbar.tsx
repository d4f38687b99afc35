import { Group, Menu } from '@mantine/core'
import { RefreshCw, Save } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ImportDraft } from '#contract/imports/draft-view.ts'
import { call } from '#renderer/bridge.ts'
import { change } from '#renderer/data/change.ts'
import { editDraft } from '#renderer/stores/imports.ts'
import { attempt, useNotices } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { MoreMenu } from '#renderer/ui/more-menu.tsx'
import { useIssueFilter } from '#renderer/stores/issue-filter.ts'
import ui from '#renderer/ui/parts.module.css'
import { SearchField } from '#renderer/ui/search-field.tsx'
import { isOfFiles } from '../steps.ts'

const words = text.importing.draft.issues

/** Finds issues, and keeps them or the table as files. */
export const IssueToolbar = ({
  draft,
  children,
}: {
  readonly draft: ImportDraft
  readonly children?: ReactNode
}) => {
  const { search, find } = useIssueFilter()
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
    <Group gap="xs">
      {children}
      <SearchField
        className={ui['grow']}
        size="xs"
        aria-label={words.search}
        placeholder={text.common.search}
        iconSize={14}
        value={search}
        onChange={(event) => find(event.currentTarget.value)}
      />
      <MoreMenu position="bottom-end" isSmall>
        <Menu.Item leftSection={<RefreshCw size={14} aria-hidden />} onClick={again}>
          {words.again}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<Save size={14} aria-hidden />} onClick={() => saveReport('html')}>
          {words.saveReport}
        </Menu.Item>
        <Menu.Item leftSection={<Save size={14} aria-hidden />} onClick={() => saveReport('csv')}>
          {words.saveCsv}
        </Menu.Item>
        {!isOfFiles(draft) && (
          <Menu.Item
            leftSection={<Save size={14} aria-hidden />}
            onClick={() => void save(() => call('imports.saveTable', { draftId: draft.id }))}
          >
            {words.saveTable}
          </Menu.Item>
        )}
      </MoreMenu>
    </Group>
  )
}
