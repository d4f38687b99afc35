import { Anchor, Box, Button, Group } from '@mantine/core'
import { KeyRound, Unplug } from 'lucide-react'
import type { PhraseView } from '#contract/policies/phrase.ts'
import type { PolicyView } from '#contract/policies/policy-view.ts'
import { copy } from '#renderer/stores/copy.ts'
import { useNavigation } from '#renderer/stores/navigation.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { change } from '#renderer/data/change.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'
import { Sheet } from '#renderer/ui/page.tsx'
import { StatusBadge } from '#renderer/ui/status-badge.tsx'
import { CutText, Hash, When } from '#renderer/ui/text-parts.tsx'
import { ActionButton } from '#renderer/views/action-button.tsx'
import styles from '../policies.module.css'
import { type PhraseUse, phraseKeysOf } from './phrase-uses.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.policies.phrases

/** One phrase: whether it is here, what was made of it, what can be made next. */
export const PhraseSheet = ({
  phrase,
  policies,
  onGenerate,
}: {
  readonly phrase: PhraseView
  readonly policies: readonly PolicyView[]
  readonly onGenerate: () => void
}) => {
  const uses = phraseKeysOf(phrase, policies)
  return (
    <Sheet title={words.title(phrase.fingerprint)}>
      <div className={ui['inline']}>
        <Presence here={phrase.here} />
        <span className={ui['dimmed']}>
          {words.origins[phrase.origin]} <When at={phrase.createdAt} />
        </span>
      </div>
      {uses.length === 0 ? (
        <Box component="p" mt="md" c="dimmed">
          {words.noneUsed}
        </Box>
      ) : (
        <UsedIndexes fingerprint={phrase.fingerprint} uses={uses} />
      )}
      <Box component="p" mt="md" c="dimmed">
        {phrase.here ? words.next(phrase.nextIndex) : words.goneHint}
      </Box>
      {phrase.here && <PhraseActionButtons phrase={phrase} onGenerate={onGenerate} />}
    </Sheet>
  )
}

const Presence = ({ here }: { readonly here: boolean }) =>
  here ? (
    <StatusBadge tone="good" icon={KeyRound}>
      {words.here}
    </StatusBadge>
  ) : (
    <StatusBadge icon={Unplug}>{words.gone}</StatusBadge>
  )

const PhraseActionButtons = ({
  phrase: { fingerprint, nextIndex },
  onGenerate,
}: {
  readonly phrase: PhraseView
  readonly onGenerate: () => void
}) => (
  <Group gap="xs" mt="md">
    <Button variant="default" onClick={onGenerate}>
      {words.newPolicy}
    </Button>
    <ActionButton
      variant="default"
      title={words.deriveHint}
      action={async () => {
        const { index } = await withVault(words.deriveReason, () =>
          change('phrases.derive', { fingerprint, index: null }),
        )
        useNotices.getState().notify('good', words.derived(index))
      }}
    >
      {words.deriveNext(nextIndex)}
    </ActionButton>
  </Group>
)

const columns = ['index', 'path', 'keyHash', 'policies', 'made'] as const

const UsedIndexes = ({
  fingerprint,
  uses,
}: {
  readonly fingerprint: string
  readonly uses: readonly PhraseUse[]
}) => (
  <div
    className={styles['usedBox']}
    role="region"
    tabIndex={0}
    aria-label={`${words.used}, ${fingerprint}`}
  >
    <table className={styles['used']}>
      <caption>{words.used}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" className={column === 'path' ? styles['path'] : undefined}>
              {words.columns[column]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {uses.map((use) => (
          <tr key={use.index}>
            <td>{use.index}</td>
            <td className={styles['path']}>{use.path}</td>
            <td>
              <Hash value={use.keyHash} what={text.policies.keyHash} onCopy={copy} />
            </td>
            <td>
              <PolicyLinks policies={use.policies} />
            </td>
            <td>
              <When at={use.derivedAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const PolicyLinks = ({ policies }: { readonly policies: readonly PolicyView[] }) => {
  const go = useNavigation((state) => state.go)
  if (policies.length === 0) return <span className={ui['dimmed']}>{words.noPolicy}</span>
  return policies.map(({ policyId, name }) => {
    const shown = name ?? text.policies.unnamed
    return (
      <Anchor
        key={policyId}
        component="button"
        type="button"
        ta="start"
        display="block"
        maw="14rem"
        aria-label={words.openPolicy(shown)}
        onClick={() => go({ view: 'policies', policyId })}
      >
        <CutText>{shown}</CutText>
      </Anchor>
    )
  })
}
