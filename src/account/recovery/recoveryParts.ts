import { styled } from '@mui/material/styles';

export const RecoverySteps = styled('div')(({ theme }) => ({ display: 'grid', gap: theme.spacing(2.5) }));

export const RecoveryForm = styled('form')(({ theme }) => ({ display: 'grid', gap: theme.spacing(2.5) }));
