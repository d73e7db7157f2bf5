import { as, callsOf } from "./call.ts";
import type {
  GoogleSignIn,
  LoginAnswer,
  MessageAnswer,
  OwnSession,
  Profile,
  SignupAnswer,
  VerifyOtpAnswer,
} from "../accounts.ts";
import type { BirthYearsAnswer } from "../birth_years.ts";
import type { CloseAnswer, ClosingPreview } from "../closing.ts";
import {
  BirthYearsRequest,
  ChangePasswordRequest,
  EmailRequest,
  LoginRequest,
  ProfileRequest,
  ResetPasswordRequest,
  SignupRequest,
  VerifyOtpRequest,
} from "../requests/accounts.ts";
import { CloseRequest } from "../requests/closing.ts";
import { GoogleAuthRequest } from "../requests/google.ts";
import {
  ChangeEmailRequest,
  ConfirmEmailRequest,
  ConfirmPhoneRequest,
  ObjectionRequest,
  PhoneCodeRequest,
  SettingsChange,
} from "../requests/settings.ts";
import type { PictureAnswer, Settings } from "../settings.ts";

const account = callsOf("Accounts");
const creator = callsOf("Creators");

export const exportMyData = account("GET /api/v1/me/export", {
  does: "Everything that Orin knows about you",
  who: "user",
  shows: ["sharedIncome", "anonymousGifts", "namedGifts"],
});

export const getBirthYears = creator("GET /api/v1/birth-years", {
  does: "The years of birth that you tell, if you do",
  who: "user",
  answers: as<BirthYearsAnswer>(),
});

export const changeBirthYears = creator("PUT /api/v1/birth-years", {
  does: "Tell your years of birth",
  who: "user",
  body: BirthYearsRequest,
  answers: as<BirthYearsAnswer>(),
});

export const deleteBirthYears = creator("DELETE /api/v1/birth-years", {
  does: "Tell your years of birth no longer",
  who: "user",
  answers: as<BirthYearsAnswer>(),
});

export const getProfile = account("GET /api/auth/profile", {
  does: "Your profile",
  who: "user",
  answers: as<Profile>(),
});

export const changeProfile = account("PUT /api/auth/profile", {
  does: "Change your profile",
  who: "user",
  body: ProfileRequest,
  answers: as<Profile & MessageAnswer>(),
});

export const listSessions = account("GET /api/auth/sessions", {
  does: "Your open sessions",
  who: "user",
  answers: as<{ sessions: OwnSession[] }>(),
});

export const endSession = account("DELETE /api/auth/sessions/:id", { does: "End one of your sessions", who: "user" });

export const getSettings = account("GET /api/v1/settings", {
  does: "Your settings",
  who: "user",
  answers: as<Settings>(),
});

export const changeSettings = account("PUT /api/v1/settings", {
  does: "Change your settings",
  who: "user",
  body: SettingsChange,
  answers: as<Settings>(),
});

export const changeEmail = account("POST /api/auth/change-email", {
  does: "Mail a code to a new address",
  who: "user",
  body: ChangeEmailRequest,
});

export const confirmEmail = account("POST /api/auth/confirm-email", {
  does: "Take the new address with its code",
  who: "user",
  body: ConfirmEmailRequest,
});

export const objectToEmail = account("POST /api/v1/email-objections", {
  does: "Keep the own address with the link of our mail or text",
  who: "everyone",
  body: ObjectionRequest,
  answers: as<MessageAnswer>(),
});

export const googleSignIn = account("GET /api/auth/google", {
  does: "Whether people can sign in with Google",
  who: "everyone",
  answers: as<GoogleSignIn>(),
});

export const signInWithGoogle = account("POST /api/auth/googleAuth", {
  does: "Sign in with Google's ID token",
  who: "everyone",
  body: GoogleAuthRequest,
  answers: as<LoginAnswer>(),
});

export const signUp = account("POST /api/auth/signup", {
  does: "Open an account",
  who: "everyone",
  body: SignupRequest,
  answers: as<SignupAnswer>(),
});

export const verifyOtp = account("POST /api/auth/verify-otp", {
  does: "Confirm the address with the mailed code",
  who: "everyone",
  body: VerifyOtpRequest,
  answers: as<VerifyOtpAnswer>(),
});

export const resendOtp = account("POST /api/auth/resend-otp", {
  does: "Mail a new code",
  who: "everyone",
  body: EmailRequest,
  answers: as<MessageAnswer>(),
});

export const logIn = account("POST /api/auth/login", {
  does: "Log in; the answer has the token",
  who: "everyone",
  body: LoginRequest,
  answers: as<LoginAnswer>(),
  texts: { missing: "Please fill in all fields" },
});

export const forgotPassword = account("POST /api/auth/forgot-password", {
  does: "Mail a code for a new password",
  who: "everyone",
  body: EmailRequest,
  answers: as<MessageAnswer>(),
});

export const resetPassword = account("POST /api/auth/reset-password", {
  does: "Choose a new password with the mailed code",
  who: "everyone",
  body: ResetPasswordRequest,
  answers: as<MessageAnswer>(),
});

export const logOut = account("POST /api/auth/logout", { does: "End this session", who: "anyone or admin" });

export const changePassword = account("PUT /api/auth/change-password", {
  does: "Change the password",
  who: "user without own password",
  body: ChangePasswordRequest,
  answers: as<MessageAnswer>(),
  texts: { missing: "Both current and new passwords are required" },
});

export const changeCreatorPassword = account("PUT /api/v1/change-password", {
  does: "Change the password",
  who: "creator",
  body: ChangePasswordRequest,
  texts: { missing: "Both current and new passwords are required" },
});

export const getClosing = account("GET /api/v1/me/closing", {
  does: "Whether your account is being closed",
  who: "user",
  answers: as<ClosingPreview>(),
});

export const sendClosingCode = account("POST /api/v1/me/closing/code", {
  does: "Mail a code for closing the account",
  who: "user",
  answers: as<MessageAnswer>(),
});

export const closeAccount = account("POST /api/v1/me/close", {
  does: "Close your account",
  who: "user",
  body: CloseRequest,
  answers: as<CloseAnswer>(),
});

export const reopenAccount = account("POST /api/auth/reopen", {
  does: "Undo the closing of an account",
  who: "everyone",
  body: LoginRequest,
  answers: as<LoginAnswer>(),
  texts: { missing: "Please fill in all fields" },
});

export const uploadPicture = account("POST /api/auth/upload-dp", {
  does: "Set your picture",
  who: "user",
  form: true,
  answers: as<PictureAnswer>(),
});

export const uploadCreatorPicture = account("POST /api/v1/upload-dp", {
  does: "Set your picture",
  who: "user",
  form: true,
});

export const deletePicture = account("DELETE /api/auth/delete-dp", {
  does: "Remove your picture",
  who: "user",
  answers: as<PictureAnswer>(),
});

export const deleteCreatorPicture = account("DELETE /api/v1/delete-dp", { does: "Remove your picture", who: "user" });

export const sendPhoneCode = account("POST /api/v1/phone/code", {
  does: "Text a code to your number",
  who: "user",
  body: PhoneCodeRequest,
});

export const confirmPhone = account("POST /api/v1/phone/confirm", {
  does: "Confirm your number with the code",
  who: "user",
  body: ConfirmPhoneRequest,
});
