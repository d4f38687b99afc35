import { Button, Group, Text } from '@mantine/core'
import { FolderOpen, Plug, Sprout } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { change } from '#renderer/data/change.ts'
import { fromThisView } from '#renderer/stores/from-this-view.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { chooseFolder } from '#renderer/stores/opened.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { Page } from '#renderer/ui/page.tsx'
import ui from '#renderer/ui/parts.module.css'
import { useSubmit } from '../use-submit.ts'
import styles from './start.module.css'

const words = text.start

/** Of the sample collection: what a first collection may look like. They say nothing that is not written. */
const plates = [
  new URL('../../../../resources/sample/03-ginkgo.webp', import.meta.url).href,
  new URL('../../../../resources/sample/04-poppy.webp', import.meta.url).href,
  new URL('../../../../resources/sample/08-monstera.webp', import.meta.url).href,
  new URL('../../../../resources/sample/10-olive.webp', import.meta.url).href,
  new URL('../../../../resources/sample/14-eucalyptus.webp', import.meta.url).href,
  new URL('../../../../resources/sample/23-wheat.webp', import.meta.url).href,
]

/** The first thing that anybody sees: what this is, and three ways to start. */
export const StartView = () => {
  const { go } = useNavigation()
  return (
    <Page
      title={words.title}
      actions={
        <Button variant="subtle" onClick={() => go({ view: 'collections' })}>
          {words.skip}
        </Button>
      }
    >
      <div className={styles['plates']} aria-hidden="true">
        {plates.map((url) => (
          <img key={url} src={url} alt="" draggable={false} />
        ))}
      </div>
      <Text maw="60rem">{words.lead}</Text>
      <h2 className={styles['choose']}>{words.choose}</h2>
      <div className={styles['choices']}>
        <Choice
          icon={<FolderOpen size={24} strokeWidth={1.5} aria-hidden />}
          words={words.folder}
          onChoose={() => void chooseFolder('new-collection')}
          isMain
        />
        <SampleChoice />
        <Choice
          icon={<Plug size={24} strokeWidth={1.5} aria-hidden />}
          words={words.connect}
          onChoose={() => go({ view: 'settings', section: 'accounts' })}
        />
      </div>
    </Page>
  )
}

const SampleChoice = () => {
  const { isBusy, error, send } = useSubmit(async () => {
    const lead = fromThisView()
    const { job } = await withVault(words.sample.reason, () => change('app.trySample', null))
    lead({ route: { view: 'import', job }, done: text.importing.started })
  })
  return (
    <Choice
      icon={<Sprout size={24} strokeWidth={1.5} aria-hidden />}
      words={words.sample}
      onChoose={() => void send()}
      isBusy={isBusy}
    >
      {error !== undefined && <ErrorAlert error={error} onRetry={() => void send()} />}
    </Choice>
  )
}

const Choice = ({
  icon,
  words: { title, text: lead, action },
  onChoose,
  isBusy = false,
  isMain = false,
  children,
}: {
  readonly icon: ReactNode
  readonly words: { readonly title: string; readonly text: string; readonly action: string }
  readonly onChoose: () => void
  readonly isBusy?: boolean
  readonly isMain?: boolean
  readonly children?: ReactNode
}) => {
  const heading = useId()
  return (
    <section className={styles['choice']} aria-labelledby={heading}>
      <Group gap="xs" wrap="nowrap" c="var(--accent)">
        {icon}
        <Text component="h3" id={heading} c="var(--ink)" className={ui['title'] ?? ''}>
          {title}
        </Text>
      </Group>
      <p>{lead}</p>
      {children}
      <Button
        style={{ alignSelf: 'start' }}
        variant={isMain ? 'filled' : 'default'}
        loading={isBusy}
        onClick={onChoose}
      >
        {action}
      </Button>
    </section>
  )
}
