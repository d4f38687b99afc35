import { Radio, Select, Stack } from '@mantine/core'
import { useCall } from '#renderer/data/use-call.ts'
import { text } from '#renderer/text/en.ts'

const words = text.policies.phrases.choice

/** Whether a new policy's key is a fresh one or made of a phrase; asked where there is a phrase. */
export const KeyChoice = ({
  value,
  onChange,
}: {
  /** The phrase's fingerprint; null for a fresh key. */
  readonly value: string | null
  readonly onChange: (fingerprint: string | null) => void
}) => {
  const { data: phrases = [] } = useCall('phrases.list', null)
  const here = phrases.filter((phrase) => phrase.here)
  const [first] = here
  if (first === undefined) return null
  return (
    <>
      <Radio.Group
        label={words.label}
        value={value === null ? 'fresh' : 'phrase'}
        onChange={(chosen) => onChange(chosen === 'fresh' ? null : first.fingerprint)}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="fresh" label={words.fresh} description={words.freshHint} />
          <Radio value="phrase" label={words.ofPhrase} description={words.ofPhraseHint} />
        </Stack>
      </Radio.Group>
      {value !== null && (
        <Select
          label={words.phrase}
          data={here.map(({ fingerprint, nextIndex }) => ({
            value: fingerprint,
            label: words.option(fingerprint, nextIndex),
          }))}
          value={value}
          onChange={onChange}
        />
      )}
    </>
  )
}
