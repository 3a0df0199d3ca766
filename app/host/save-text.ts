import { saveBlob } from '../../engine/screens/kit/save-blob.ts';

/** Gives a text to the player as a file. */
export const saveText = (name: string, text: string, type = 'text/csv;charset=utf-8'): void => saveBlob(name, new Blob([text], { type }));
