import { useQuestion } from '#renderer/stores/question.ts'
import { RemoveCollectionDialog } from '../collections/detail/remove-collection-dialog.tsx'
import { RemoveTokenDialog } from '../collections/detail/remove-token-dialog.tsx'
import { AcceptImagesDialog, CancelDialog, DiscardDialog } from '../import/question-dialogs.tsx'
import { CancelSaleDialog } from '../sales/sale/cancel-sale-dialog.tsx'

/** Asks before what a button or a menu deletes, ends or accepts. */
export const QuestionDialog = () => {
  const { question, close } = useQuestion()
  switch (question?.about) {
    case 'collection':
      return <RemoveCollectionDialog {...question} onClose={close} />
    case 'token':
      return <RemoveTokenDialog {...question} onClose={close} />
    case 'sale':
      return <CancelSaleDialog {...question} onClose={close} />
    case 'draft':
      return <DiscardDialog {...question} onClose={close} />
    case 'import':
      return <CancelDialog {...question} onClose={close} />
    case 'localImages':
      return <AcceptImagesDialog {...question} onClose={close} />
    case undefined:
      return null
    default:
      return question satisfies never
  }
}
