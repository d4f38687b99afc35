import { Button, Stack } from '@mantine/core'
import { useApp } from '#renderer/stores/app.ts'
import { attempt } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import { Dialog, DialogButtons } from '#renderer/ui/dialog.tsx'

const words = text.frame.closing

/** Asks before the window closes on a running import. */
export const ClosingDialog = () => {
  const { closing, close, stay } = useApp()
  if (closing === undefined) return null
  return (
    <Dialog onClose={stay} title={words.title}>
      <Stack gap="md">
        <div>{words.text(closing)}</div>
        <DialogButtons>
          <Button variant="default" onClick={() => void attempt(close)}>
            {words.close}
          </Button>
          <Button onClick={stay} data-autofocus>
            {words.stay}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}
