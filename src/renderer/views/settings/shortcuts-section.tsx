import { Box, Kbd } from '@mantine/core'
import { Fragment } from 'react'
import type { CallOutput } from '#contract/window/calls.ts'
import {
  type CommandName,
  commandNames,
  commandOfName,
  contextCommands,
  shortcutLabel,
  shortcutsOf,
} from '#contract/commands.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { runCommand } from '#renderer/stores/commands.ts'
import { isMac } from '#renderer/stores/is-mac.ts'
import { text } from '#renderer/text/en.ts'
import { DetailList, Sheet } from '#renderer/ui/page.tsx'
import ui from '#renderer/ui/parts.module.css'
import { Section, SheetAction } from './section.tsx'
import styles from './settings.module.css'

const words = text.settings.shortcuts

type Host = CallOutput<'app.info'>['host']

/** Every command that has a shortcut, from the table that the menu bar reads. */
export const ShortcutsSection = () => {
  const host = useCall('app.info', null).data?.host
  return (
    <Section>
      <Sheet
        title={words.title}
        hint={words.text}
        actions={
          <SheetAction onClick={() => runCommand('palette')}>
            {commandOfName('palette').label}
          </SheetAction>
        }
      >
        <DetailList
          entries={entriesOf(
            commandNames.filter((name) => commandOfName(name).menu !== 'context'),
            host,
          )}
        />
        {host === 'chromium' && (
          <Box component="p" mt="sm" className={ui['soft']}>
            {words.browser}
          </Box>
        )}
      </Sheet>
      <Sheet title={words.inLists}>
        <DetailList
          entries={[
            ...entriesOf(contextCommands, host),
            ...words.ofLists.map(
              ([what, keys]) => [what, <Keys key={what} keys={keys} />] as const,
            ),
          ]}
        />
      </Sheet>
    </Section>
  )
}

/** Those of the commands that have a shortcut. */
const entriesOf = (names: readonly CommandName[], host: Host | undefined) =>
  names
    .filter((name) => shortcutsOf(name, isMac, host).length > 0)
    .map(
      (name) =>
        [commandOfName(name).label, <Keys key={name} keys={labelsOf(name, host)} />] as const,
    )

const labelsOf = (name: CommandName, host: Host | undefined): readonly string[] =>
  shortcutsOf(name, isMac, host).map((keys) => shortcutLabel(keys, isMac))

const Keys = ({ keys }: { readonly keys: readonly string[] }) => (
  <span className={styles['inline']}>
    {keys.map((label, index) => (
      <Fragment key={label}>
        {index > 0 && words.or}
        <Kbd>{label}</Kbd>
      </Fragment>
    ))}
  </span>
)
