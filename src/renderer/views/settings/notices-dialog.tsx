import { Button, Stack } from '@mantine/core'
import { useCall } from '#renderer/data/use-call.ts'
import { text } from '#renderer/text/en.ts'
import { Dialog, DialogButtons } from '#renderer/ui/dialog.tsx'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { LongText } from '#renderer/ui/long-text.tsx'

const words = text.settings.about

/** The licences of all that ships, word for word. */
export const NoticesDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { data, error } = useCall('app.notices', null)
  return (
    <Dialog title={words.notices} size="xl" onClose={onClose}>
      <Stack gap="md">
        {error === null ? (
          <LongText label={words.noticesText} value={data?.text ?? ''} rows={15} />
        ) : (
          <ErrorAlert error={error.message} />
        )}
        <DialogButtons>
          <Button onClick={onClose}>{text.common.close}</Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}
