import { Box, CloseButton, Group } from '@mantine/core'
import { Plus } from 'lucide-react'
import { call } from '#renderer/bridge.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { CutText } from '#renderer/ui/text-parts.tsx'
import ui from '#renderer/ui/parts.module.css'
import { IconButton } from '#renderer/ui/icon-button.tsx'

const words = text.policies.source

/** Files with signing keys that stand beside a script. */
export const KeyFiles = ({
  paths,
  onChange,
}: {
  readonly paths: readonly string[]
  readonly onChange: (paths: readonly string[]) => void
}) => {
  const add = () =>
    attempt(async () => {
      const path = await call('app.pickFile', { what: 'key' })
      if (path !== null && !paths.includes(path)) onChange([...paths, path])
    })
  return (
    <div role="group" aria-label={words.keys}>
      <Box mb={4} fz="sm" fw={500}>
        {words.keys}
      </Box>
      <div className={ui['small']}>{words.keysHint}</div>
      {paths.map((path) => (
        <Group key={path} gap="xs" miw={0} wrap="nowrap">
          <div className={ui['grow']}>
            <CutText>{path}</CutText>
          </div>
          <CloseButton
            aria-label={words.removeKey(path)}
            onClick={() => onChange(paths.filter((candidate) => candidate !== path))}
          />
        </Group>
      ))}
      <IconButton mt="xs" size="compact-sm" icon={Plus} iconSize={14} onClick={() => void add()}>
        {words.addKey}
      </IconButton>
    </div>
  )
}
