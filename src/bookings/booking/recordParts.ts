import { styled } from '@mui/material/styles';

/* A row of a list of past bookings or tax documents. */

export const RecordRow = styled('li')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.spacing(1, 2),
}));

export const LinedRecordRow = styled(RecordRow)(({ theme }) => ({
  paddingBlock: theme.spacing(2),
  '&:not(:first-of-type)': { borderBlockStart: `1px solid ${theme.vars.palette.line}` },
}));

export const RecordName = styled('strong')({ display: 'block' });

export const RecordDetail = styled('span')(({ theme }) => ({
  display: 'block',
  color: theme.vars.palette.text.secondary,
  fontSize: theme.typography.body2.fontSize,
}));
