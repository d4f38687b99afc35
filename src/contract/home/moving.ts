/** What a move to another computer means here: said before it by the window and by the question outside it. */
export const afterMove = {
  ends: 'Once the file is written, this computer can’t mint, import, sell or sign with this data folder.',
  undo: 'Open sales wait until the other computer has imported the file, and go on there. The data folder stays here: you can use it here again, as long as the exported file is used nowhere else.',
} as const
