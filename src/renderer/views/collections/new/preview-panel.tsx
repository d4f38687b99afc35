import { Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useId, useState } from 'react'
import type { CallInput, CallOutput } from '#contract/window/calls.ts'
import type { AccountView } from '#contract/accounts/account.ts'
import { limits } from '#values/bounds/limits.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { copy } from '#renderer/stores/copy.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { JsonView } from '#renderer/ui/json.tsx'
import styles from '../new-collection.module.css'
import type { CollectionDraftForm } from './draft.ts'
import { templateOf } from './form-of.ts'
import ui from '#renderer/ui/parts.module.css'

const words = text.collections.new
const quietMs = 200

type Tag = CallOutput<'collections.preview'>['tags'][number]

const wordOf = ({ tag }: Tag): string => tag.slice(1, -1)

/** Sample values for tags without one, so that the preview looks like a real token. */
const samplesFor = (tags: readonly Tag[], given: Readonly<Record<string, string>>) =>
  Object.fromEntries(tags.map((tag) => [wordOf(tag), given[wordOf(tag)] ?? words.sample(tag.name)]))

/**
 * Sample values of the token's own fields; the address has a realistic length, since bytes are
 * counted.
 */
const ownSamples = {
  image: `ipfs://Qm${'Sample'.repeat(8).slice(0, 44)}`,
  media_type: 'image/png',
  description: words.sampleDescription,
}

const questionOf = (
  draft: CollectionDraftForm['values'],
  { network }: AccountView,
  tags: readonly Tag[],
): CallInput<'collections.preview'> => ({
  metadata: templateOf(draft),
  network,
  policyId: draft.policy.kind === 'vault' ? draft.policy.policyId : null,
  sample: {
    name: words.sampleName,
    assetName: words.sampleAssetName,
    values: { ...ownSamples, ...samplesFor(tags, draft.samples) },
  },
})

/** The on-chain metadata of one token, updated when the user stops typing. */
export const PreviewPanel = ({
  account,
  form,
}: {
  readonly account: AccountView
  readonly form: CollectionDraftForm
}) => {
  const draft = form.values
  const [settled] = useDebouncedValue(draft, quietMs)
  // Which samples the template needs is known from its preview without them.
  const [tags, setTags] = useState<readonly Tag[]>([])
  const {
    data: preview,
    error,
    refetch,
  } = useCall('collections.preview', questionOf(settled, account, tags), { keepsPrevious: true })
  if (preview !== undefined && JSON.stringify(preview.tags) !== JSON.stringify(tags))
    setTags(preview.tags)
  const heading = useId()
  const values = samplesFor(tags, draft.samples)
  return (
    <section className={styles['preview']} aria-labelledby={heading}>
      <h2 id={heading} className={styles['previewTitle']}>
        {words.preview}
      </h2>
      <p className={styles['lead']}>{words.previewText}</p>
      {error !== null && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {tags.length > 0 && (
        <Samples
          tags={tags}
          values={values}
          onChange={(sample) => form.setFieldValue('samples', { ...draft.samples, ...sample })}
        />
      )}
      {preview === undefined ? (
        <div
          className={styles['previewWaiting']}
          role="progressbar"
          aria-busy
          aria-label={words.previewLoading}
        />
      ) : (
        <>
          <JsonView value={preview.metadata} what={words.json} onCopy={copy} />
          <p className={ui['soft']}>{words.bytes(preview.bytes, limits.transactionBytes)}</p>
        </>
      )}
    </section>
  )
}

const Samples = ({
  tags,
  values,
  onChange,
}: {
  readonly tags: readonly Tag[]
  readonly values: Readonly<Record<string, string>>
  readonly onChange: (sample: Readonly<Record<string, string>>) => void
}) => (
  <fieldset className={styles['samples']}>
    <legend>{words.samples}</legend>
    <Stack gap="xs">
      {tags.map((tag) => (
        <TextInput
          key={tag.tag}
          size="xs"
          label={words.sampleOf(tag.name)}
          value={values[wordOf(tag)] ?? ''}
          onChange={(event) => onChange({ [wordOf(tag)]: event.currentTarget.value })}
        />
      ))}
    </Stack>
  </fieldset>
)
