export { PicturesField } from './PicturesField.tsx';
export { PictureUpload } from './PictureUpload.tsx';
export { usePictures } from './usePictures.ts';
