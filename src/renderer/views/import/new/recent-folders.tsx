import { ActionIcon, Button, Flex, Input, Tooltip } from '@mantine/core'
import { X } from 'lucide-react'
import { change } from '#renderer/data/change.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { withMenu } from '#renderer/stores/context-menu.ts'
import { folderEntries } from '#renderer/stores/menu-entries.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { nameOf } from './dropped.ts'

const words = text.importing.newImport

/** The folders that were imported last; each can be chosen again, or forgotten. */
export const RecentFolderList = ({
  busy,
  onChoose,
}: {
  readonly busy: boolean
  readonly onChoose: (folder: string) => void
}) => {
  const folders = useCall('app.recentFolders', null).data ?? []
  if (folders.length === 0) return null
  return (
    <section aria-label={words.recent}>
      <Input.Label labelElement="div">{words.recent}</Input.Label>
      <Flex component="ul" wrap="wrap" rowGap="xs" columnGap="sm">
        {folders.map((folder) => (
          <Flex
            key={folder}
            component="li"
            align="center"
            miw={0}
            maw="16rem"
            {...withMenu(nameOf(folder), () => folderEntries(folder))}
          >
            <Tooltip label={folder}>
              <Button
                size="compact-sm"
                variant="default"
                disabled={busy}
                miw={0}
                onClick={() => onChoose(folder)}
              >
                {nameOf(folder)}
              </Button>
            </Tooltip>
            <Tooltip label={words.forget(nameOf(folder))}>
              <ActionIcon
                size="sm"
                variant="subtle"
                color="gray"
                aria-label={words.forget(nameOf(folder))}
                onClick={() => void attempt(() => change('app.forgetFolder', { folder }))}
              >
                <X size={14} aria-hidden />
              </ActionIcon>
            </Tooltip>
          </Flex>
        ))}
      </Flex>
    </section>
  )
}
