import { Box, Button, Flex, Group } from '@mantine/core'
import { Sparkles } from 'lucide-react'
import { useCall } from '#renderer/data/use-call.ts'
import { change } from '#renderer/data/change.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { text } from '#renderer/text/en.ts'
import parts from '#renderer/ui/parts.module.css'

const words = text.settings.updates.frame

/**
 * Asks once whether Coldpress may look for newer versions, and says when there is one. On the first
 * start there are more urgent questions.
 */
export const UpdateCorner = () => {
  const state = useCall('updates.state', null).data
  const settings = useCall('app.settings', null).data
  const isFirstStart = useCall('app.info', null).data?.isFirstStart
  if (state === undefined) return null
  if (state.newest !== null) return <Found version={state.newest.version} />
  const mayAsk = state.canCheck && isFirstStart === false
  return mayAsk && settings?.updateCheck === 'ask' ? <Question server={state.server ?? ''} /> : null
}

const Found = ({ version }: { readonly version: string }) => {
  const go = useNavigation(({ go: open }) => open)
  return (
    <section aria-label={words.label}>
      <Button
        variant="default"
        size="compact-sm"
        fullWidth
        leftSection={<Sparkles size={14} aria-hidden />}
        onClick={() => go({ view: 'settings', section: 'about' })}
      >
        {words.found(version)}
      </Button>
    </section>
  )
}

const Question = ({ server }: { readonly server: string }) => {
  const answer = (updateCheck: 'yes' | 'no') => () =>
    void attempt(async () => {
      await change('app.changeSettings', { updateCheck })
      if (updateCheck === 'yes') await change('updates.check', null)
    })
  return (
    <Flex
      component="section"
      direction="column"
      gap="xs"
      p="sm"
      className={parts['box']}
      aria-label={words.label}
    >
      <Box component="strong" fw={550}>
        {words.question}
      </Box>
      <p className={`${parts['soft']} ${parts['breakable']}`}>{words.hint(server)}</p>
      <Group gap="xs" wrap="nowrap">
        <Button size="compact-sm" variant="default" onClick={answer('yes')}>
          {words.yes}
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={answer('no')}>
          {words.no}
        </Button>
      </Group>
    </Flex>
  )
}
