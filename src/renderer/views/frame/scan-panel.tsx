import { Progress, Stack } from '@mantine/core'
import { call } from '#renderer/bridge.ts'
import { text } from '#renderer/text/en.ts'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { QrScanner } from '#renderer/ui/qr-scanner.tsx'
import type { useScan } from './use-scan.ts'

/** The camera, and how much of a file it has read. */
export const ScanPanel = ({
  scan: { progress, error, receive },
}: {
  readonly scan: ReturnType<typeof useScan>
}) => {
  const percent = Math.floor(progress * 100)
  return (
    <Stack gap="md">
      <QrScanner onText={receive} allowCamera={(on) => call('app.camera', { on })} />
      <div role="status">{percent > 0 && text.signing.scanning.read(percent)}</div>
      <Progress value={percent} aria-hidden />
      {error !== undefined && <ErrorAlert error={error} />}
    </Stack>
  )
}
