import { Box, Button, Group } from '@mantine/core'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { call } from '#renderer/bridge.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { copy } from '#renderer/stores/copy.ts'
import { attempt, useNotices } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { Sheet } from '#renderer/ui/page.tsx'
import { CopyButton } from '#renderer/ui/text-parts.tsx'
import { IconButton } from '#renderer/ui/icon-button.tsx'
import ui from '#renderer/ui/parts.module.css'

const words = text.policies.script

/** The public script as it is, when somebody wants to see or keep it. */
export const ScriptSheet = ({ policyId }: { readonly policyId: string }) => {
  const [shown, setShown] = useState<'json' | 'cbor'>()
  const save = () =>
    attempt(async () => {
      const path = await call('policies.saveScript', { policyId })
      if (path !== null) useNotices.getState().notify('good', words.saved(path))
    })
  const toggle = (form: 'json' | 'cbor') => setShown(shown === form ? undefined : form)
  return (
    <Sheet title={words.title}>
      <p className={ui['dimmed']}>{words.text}</p>
      <Group gap="xs" mt="md">
        {(['json', 'cbor'] as const).map((form) => (
          <Button
            key={form}
            variant={shown === form ? 'light' : 'default'}
            aria-expanded={shown === form}
            onClick={() => toggle(form)}
          >
            {words[form]}
          </Button>
        ))}
        <IconButton icon={Download} onClick={() => void save()}>
          {words.save}
        </IconButton>
      </Group>
      {shown !== undefined && <RawScript policyId={policyId} form={shown} />}
    </Sheet>
  )
}

const RawScript = ({
  policyId,
  form,
}: {
  readonly policyId: string
  readonly form: 'json' | 'cbor'
}) => {
  const { data: files, error } = useCall('policies.script', { policyId })
  if (error !== null) return <ErrorAlert error={error} />
  const written = files === undefined ? '' : form === 'json' ? files.json.trimEnd() : files.cborHex
  return (
    <Box pos="relative" mt="sm" aria-busy={files === undefined}>
      <pre className={ui['rawText']} tabIndex={0} aria-label={words[form]} role="region">
        {written}
      </pre>
      <Box pos="absolute" top={8} right={24}>
        <CopyButton what={words[form]} onCopy={() => copy(written)} />
      </Box>
    </Box>
  )
}
